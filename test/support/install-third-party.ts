export { installTestPackages as default } from '../../scripts/check/checks.ts';
