# The service (docs/service.md):
#
#     docker build -t pysolve .
#     docker run --rm -p 8000:8000 pysolve
FROM python:3.12-slim

COPY . /source
RUN pip install --no-cache-dir '/source[web]' && rm -r /source && useradd --create-home puzzles
USER puzzles
WORKDIR /home/puzzles

EXPOSE 8000
HEALTHCHECK CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/api/types', timeout=5)"]
ENTRYPOINT ["pysolve", "serve", "--host", "0.0.0.0", "--no-browser"]
