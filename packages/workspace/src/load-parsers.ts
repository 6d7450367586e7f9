/** What takes longer to load than all else that an index needs: a thread that has no use for it goes without. */
export async function loadNoteParser(): Promise<typeof import('./note/parse-note.ts').parseNote> {
  return (await import('./note/parse-note.ts')).parseNote
}

export async function loadPdfReader(): Promise<typeof import('./document/read-pdf.ts').readPdf> {
  return (await import('./document/read-pdf.ts')).readPdf
}

/** Gives the function that reads the rules of ignore files: few folders have any. */
export async function loadIgnoreReader(): Promise<
  typeof import('./folder/load-ignore-rules.ts').loadIgnoreRules
> {
  return (await import('./folder/load-ignore-rules.ts')).loadIgnoreRules
}
