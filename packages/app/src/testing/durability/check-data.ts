import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseChatFile } from '@varve/workspace'
import type { Ledger } from './ledger.ts'

export interface DataCheck {
  readonly lost: readonly string[]
  readonly duplicated: readonly string[]
  readonly integrity: readonly string[]
  readonly torn: readonly string[]
  readonly chatFiles: number
}

/** Looks at what a process left behind, in a copy, so that the next start finds it as it is. */
export function checkData(folder: string, { messages, answers }: Ledger): DataCheck {
  const copy = mkdtempSync(join(tmpdir(), 'varve-left-'))
  try {
    for (const name of ['varve.db', 'varve.db-wal'])
      if (existsSync(join(folder, name))) copyFileSync(join(folder, name), join(copy, name))
    const database = new DatabaseSync(join(copy, 'varve.db'))
    try {
      return { ...checkRows(database, { messages, answers }), ...checkFiles(folder) }
    } finally {
      database.close()
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

function checkRows(
  database: DatabaseSync,
  { messages, answers }: Pick<Ledger, 'messages' | 'answers'>,
): Pick<DataCheck, 'lost' | 'duplicated' | 'integrity'> {
  const names = database.prepare('select name from sqlite_schema').all()
  if (!names.some(({ name }) => name === 'turns'))
    return { lost: [...messages], duplicated: [], integrity: [] }
  const times = new Map(
    database
      .prepare('select text, count(*) as times from turns group by text')
      .all()
      .map(({ text, times: found }) => [String(text), Number(found)]),
  )
  const kept = new Set(
    database
      .prepare('select id from answers')
      .all()
      .map(({ id }) => String(id)),
  )
  const integrity = database
    .prepare('pragma integrity_check')
    .all()
    .map((row) => String(Object.values(row)[0]))
  return {
    lost: [...messages].filter((text) => !times.has(text)).concat([...answers].filter((id) => !kept.has(id))),
    duplicated: [...times].filter(([, found]) => found > 1).map(([text]) => text),
    integrity: integrity.filter((line) => line !== 'ok'),
  }
}

function checkFiles(folder: string): Pick<DataCheck, 'torn' | 'chatFiles'> {
  const torn: string[] = []
  let chatFiles = 0
  const workspaces = join(folder, 'workspaces')
  for (const workspace of existsSync(workspaces) ? readdirSync(workspaces) : []) {
    const chats = join(workspaces, workspace, 'Varve/chats')
    for (const name of existsSync(chats) ? readdirSync(chats) : []) {
      if (!name.endsWith('.md')) continue
      chatFiles += 1
      const { form, document, problems } = parseChatFile(readFileSync(join(chats, name), 'utf8'))
      if (form === 'none' || document.turns.length === 0 || problems.length > 0) torn.push(name)
    }
  }
  return { torn, chatFiles }
}
