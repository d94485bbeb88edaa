/** Where a link to report a review leads: the URL as it is, or a letter to the e-mail address with a subject (RFC 6068). */
export function reportAddress(report: string, subject: string): string {
  if (/^https?:/.test(report)) return report;
  return `mailto:${encodeURIComponent(report).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`;
}
