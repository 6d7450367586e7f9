import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fillContext } from './values/fill-context.ts'
import { readContexts } from './values/read-contexts.ts'

/** Another word here gives other values in the same contexts. */
const START = 'third-harvest'

const folder = new URL('contexts/', import.meta.url)
const lines = readdirSync(folder)
  .filter((name) => name.endsWith('.txt'))
  .sort()
  .flatMap(makeLines)
writeFileSync(new URL('pii.jsonl', import.meta.url), `${lines.join('\n')}\n`)
console.log(`${lines.length} texts written.`)

function makeLines(name: string): readonly string[] {
  const topic = name.replace(/\.txt$/, '')
  const about = topic.toUpperCase().replaceAll('-', '_')
  const contexts = readContexts(readFileSync(new URL(name, folder), 'utf8'))
  return contexts.map(({ isHard, form, language, body }, index) => {
    const id = `${topic}-${String(index + 1).padStart(2, '0')}`
    const { text, findings } = fillContext(body, `${START}/${id}`)
    return JSON.stringify({ id, form, language, text, findings, about, ...(isHard ? { hard: true } : {}) })
  })
}
