export { installStrangers as default } from '../../scripts/check/strangers.ts';
