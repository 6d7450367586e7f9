import { hashText, type Hash } from '../artifact/hash.ts'
import type { LibraryEntry, TurnRecord } from './state.ts'

/** Names an entry of the library: key, kind, title and version. */
export function libraryEntryHash(artifact: LibraryEntry['artifact']): Hash {
  return hashText(['entry', artifact.kind, artifact.key, artifact.title, artifact.contentHash].join('\n'))
}

/** Names a turn: what was asked, what was attached in which version, what tools and the model said. */
export function turnRecordHash(record: Omit<TurnRecord, 'hash'>): Hash {
  const attached = record.attached.map(({ artifact }) => `${artifact.key} ${artifact.contentHash}`)
  const used = (record.used ?? []).map(({ key, contentHash }) => `used ${key} ${contentHash}`)
  const gathered = record.gathered.map(({ tool, arguments: args, text }) =>
    hashText(`${tool}\n${args}\n${text}`),
  )
  const exchanges = Object.entries(record.steps)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([model, steps]) => [model, hashText(JSON.stringify(steps))])
  const answer = record.answer ? [record.answer.model, hashText(record.answer.text)] : ['none']
  return hashText(
    [
      'turn',
      String(record.number),
      record.turnId,
      hashText(record.text),
      ...attached,
      ...used,
      ...gathered,
      ...exchanges,
      ...answer,
    ].join('\n'),
  )
}
