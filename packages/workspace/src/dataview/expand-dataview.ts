import type { createArtifact } from '@varve/engine'
import type { ParsedNote, QueryBlock } from '../note/parsed-note.ts'
import type { DataviewResult } from './run-dataview.ts'

export type ArtifactInput = Parameters<typeof createArtifact>[0]

export interface ExpandDataviewInput {
  readonly path: string
  readonly parsed: ParsedNote
  readonly run: (query: string) => DataviewResult
}

const SCRIPT =
  'This block is a program (dataviewjs). Varve never runs programs from notes, so it has no result here.'

/** What the query blocks of a note give, each query once, as input for artifacts. */
export function expandDataview({ path, parsed, run }: ExpandDataviewInput): readonly ArtifactInput[] {
  const inputs = new Map<string, ArtifactInput>()
  for (const block of parsed.queries) {
    const query = block.query.trim()
    if (query === '' || inputs.has(query)) continue
    const { text, ...metadata } = resultOf(block, query, run)
    inputs.set(query, {
      kind: 'dataview',
      title: `Query in ${path}, line ${block.lines[0]}`,
      source: { path, query },
      content: `${fenced(block.language, query)}\n\n${text}`,
      metadata: { language: block.language, lines: block.lines, ...metadata },
    })
  }
  return [...inputs.values()]
}

interface BlockResult {
  readonly text: string
  readonly state: DataviewResult['kind'] | 'script'
  readonly rows: number
}

function resultOf({ language }: QueryBlock, query: string, run: ExpandDataviewInput['run']): BlockResult {
  if (language === 'dataviewjs') return { text: SCRIPT, state: 'script', rows: 0 }
  const { text, kind, rows } = run(query)
  const count = kind === 'result' ? `Result (${rows}):\n\n` : ''
  return { text: `${count}${text}`, state: kind, rows }
}

/** With more backticks than stand anywhere inside. */
function fenced(language: string, query: string): string {
  let longest = 0
  for (const [run] of query.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  const fence = '`'.repeat(Math.max(3, longest + 1))
  return `${fence}${language}\n${query}\n${fence}`
}
