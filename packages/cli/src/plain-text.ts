/** Without what a terminal would obey: names of workspaces, models and files come from outside. */
export function plainText(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '\ufffd')
}
