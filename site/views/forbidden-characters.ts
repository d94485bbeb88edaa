/** What HTML forbids even as text (13.2.3.5, Preprocessing the input stream): controls but white space, and noncharacters. */
const FORBIDDEN = /[^\P{Cc}\t\n\f\r]|\p{Noncharacter_Code_Point}/gu;

/** A page without the characters that HTML forbids; JSON documents keep them. */
export const withoutForbidden = (html: string): string => html.replace(FORBIDDEN, '');
