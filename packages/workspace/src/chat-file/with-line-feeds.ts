/** Behind a program that turns all line feeds of a file into CRLF, these are read as what they were. */
export function withLineFeeds(file: string): string {
  const text = file.startsWith('\ufeff') ? file.slice(1) : file
  return /^---[ \t]*\r\n/.test(text) ? text.replaceAll('\r\n', '\n') : text
}
