// What the page's code keeps to; names that are not defined are tsc's to find.
export default [{
  files: ["**/*.js"],
  ignores: ["**/vendor/**"],
  languageOptions: { ecmaVersion: "latest", sourceType: "module" },
  linterOptions: { reportUnusedDisableDirectives: "error" },
  rules: {
    "array-callback-return": "error", "consistent-return": "off", eqeqeq: "error", "no-cond-assign": ["error", "except-parens"],
    "no-const-assign": "error", "no-constant-condition": ["error", { checkLoops: false }], "no-dupe-keys": "error",
    "no-else-return": "error", "no-empty": ["error", { allowEmptyCatch: true }], "no-eval": "error", "no-implied-eval": "error",
    "no-import-assign": "error", "no-self-compare": "error", "no-shadow": "off", "no-unreachable": "error", "no-unsafe-finally": "error",
    "no-unused-vars": ["error", { args: "after-used", argsIgnorePattern: "^_", destructuredArrayIgnorePattern: "^_" }],
    "no-var": "error", "object-shorthand": "error", "prefer-const": ["error", { destructuring: "all" }], 
    "require-yield": "error", "use-isnan": "error", "valid-typeof": "error", "max-lines": ["error", { max: 450, skipBlankLines: true, skipComments: true }],
  },
}, { files: ["**/texts/*.js"], rules: { "max-lines": "off" } }];
