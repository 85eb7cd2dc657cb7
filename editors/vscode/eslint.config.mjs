import js from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/', 'out/'] },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
  },
  {
    files: ['test/**/*.ts'],
    // What `test` returns is for nested tests only.
    rules: { '@typescript-eslint/no-floating-promises': 'off' },
  },
  {
    files: ['*.mjs'],
    languageOptions: { globals: { console: 'readonly', process: 'readonly' } },
  },
);
