import type { Locator } from 'playwright-core'

export interface DroppedFile {
  readonly name: string
  readonly type: string
  readonly base64: string
}

/** Drops files as another program would: dragged over the element, then released. */
export async function dropFiles(target: Locator, files: readonly DroppedFile[]): Promise<void> {
  await target.evaluate((element, dropped) => {
    const data = new DataTransfer()
    for (const { name, type, base64 } of dropped) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      data.items.add(new File([bytes], name, { type }))
    }
    for (const kind of ['dragenter', 'dragover', 'drop'])
      element.dispatchEvent(
        new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true, composed: true }),
      )
  }, files)
}

/** Pastes a picture as it comes from a screen: without a text. */
export async function pasteFile(field: Locator, file: DroppedFile): Promise<void> {
  await field.focus()
  await field.evaluate((element, { name, type, base64 }) => {
    const data = new DataTransfer()
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    data.items.add(new File([bytes], name, { type }))
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, file)
}

/** Pastes a text; where the page does not take it, the field does, as a browser would. */
export async function pasteText(field: Locator, text: string): Promise<void> {
  await field.focus()
  const isTaken = await field.evaluate((element, pasted) => {
    const data = new DataTransfer()
    data.setData('text/plain', pasted)
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
    return !element.dispatchEvent(event)
  }, text)
  if (!isTaken) await field.page().keyboard.insertText(text)
}
