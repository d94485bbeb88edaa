export { AxeBuilder } from '@axe-core/playwright';
export { default as axe } from 'axe-core';
export type Axe = typeof import('axe-core');
