/** The name of the invented business in `content/`: what is published of it may be replaced without asking. */
export const DEMO_NAME = 'Harbor & Pine Electric';
