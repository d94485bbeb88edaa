export { installTestPackages as default } from '../../scripts/check/third-party.ts';
