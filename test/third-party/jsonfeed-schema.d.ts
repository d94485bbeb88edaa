declare module 'jsonfeed-schema/v1.1.js' {
  const schema: import('ajv').AnySchemaObject;
  export default schema;
}
