const NOTE = `# Limits\n\n${'The limit is 40 requests a minute for each key. '.repeat(120)}`

const TURNS = [
  {
    conversation: 'c1',
    turn: 1,
    at: '2026-01-05T09:00:00Z',
    system: 'Be brief.',
    attach: [{ kind: 'note', path: 'limits.md', content: NOTE }],
    tools: [{ name: 'localSearch', args: { query: 'limit' }, result: 'limits.md, line 3' }],
    user: 'What is the limit?',
    assistant: '40 a minute.',
  },
  {
    conversation: 'c1',
    turn: 2,
    at: '2026-01-05T09:01:00Z',
    attach: [{ kind: 'note', path: 'limits.md' }],
    user: 'Per key?',
    assistant: 'Yes.',
  },
  {
    conversation: 'c1',
    turn: 3,
    at: '2026-01-05T09:02:00Z',
    parent: 1,
    user: 'And für 北京?',
    assistant: 'Same.',
  },
]

/** A note, a tool call, a reference without content, and a branch. */
export const SAMPLE_TRACE = TURNS.map((turn) => `${JSON.stringify(turn)}\n`).join('')

/** A trace whose every turn attaches another note. */
export function growingTrace(turns: number): string {
  return Array.from({ length: turns }, (_, index) => {
    const attach = [
      { kind: 'note', path: `${index}.md`, content: `note ${index} ${'lorem ipsum '.repeat(1000)}` },
    ]
    const turn = { conversation: 'big', turn: index + 1, attach, user: 'Go on.', assistant: 'Done.' }
    return `${JSON.stringify(turn)}\n`
  }).join('')
}
