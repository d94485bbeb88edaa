export { HtmlValidate } from 'html-validate';
export { LinkChecker } from 'linkinator';
