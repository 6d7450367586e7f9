/** Parsers that take longer to load than all else that an index needs: a thread that reads nothing goes without. */
export async function loadNoteParser(): Promise<typeof import('./note/parse-note.ts').parseNote> {
  return (await import('./note/parse-note.ts')).parseNote
}

export async function loadPdfReader(): Promise<typeof import('./document/read-pdf.ts').readPdf> {
  return (await import('./document/read-pdf.ts')).readPdf
}
