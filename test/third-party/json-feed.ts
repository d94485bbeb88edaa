export { default as jsonFeedSchema } from 'jsonfeed-schema/v1.1.js';
