import type { Notice } from '@varve/contract/tables/notices'

/** Notices call an upload by its id, which says nothing to the one who dropped it. */
export function nameUploads(
  notice: Notice,
  uploads: readonly { readonly id: string; readonly name: string }[],
): Notice {
  const named = (text: string): string =>
    uploads.reduce((words, { id, name }) => words.replaceAll(`upload:${id}`, name), text)
  const { code, subject, params = {} } = notice
  const values = Object.entries(params).map(
    ([name, value]) => [name, typeof value === 'string' ? named(value) : value] as const,
  )
  return {
    code,
    ...(subject === undefined ? {} : { subject: named(subject) }),
    params: Object.fromEntries(values),
  }
}
