interface TextToSave {
  readonly name: string
  /** Its media type. */
  readonly type: string
  readonly text: string
}

/** Gives a text to the browser as a file to be kept. */
export function saveText({ name, type, text }: TextToSave): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
