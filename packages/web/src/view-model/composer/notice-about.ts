/** Whether one of the server's notices speaks of something: its name stands there whole, not as a part of another. */
export function noticeAbout(notices: readonly string[], subject: string): string | undefined {
  return notices.find((notice) => {
    for (let at = notice.indexOf(subject); at >= 0; at = notice.indexOf(subject, at + 1))
      if (!isPartOfName(notice[at - 1]) && !isPartOfName(notice[at + subject.length])) return true
    return false
  })
}

function isPartOfName(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}/_-]/u.test(character)
}

/** Notices call an upload by its id, which says nothing to the one who dropped it. */
export function nameUploads(
  notice: string,
  uploads: readonly { readonly id: string; readonly name: string }[],
): string {
  return uploads.reduce((words, { id, name }) => words.replaceAll(`upload:${id}`, `“${name}”`), notice)
}
