import type { State } from '@varve/engine'
import type { GatheredResult, ToolExchange } from '@varve/engine/internal'

type TurnRecord = NonNullable<State['open']>

/** All tool results of one turn, for any of its answers. */
export function broughtResults({ gathered, steps }: TurnRecord): readonly GatheredResult[] {
  return [
    ...gathered,
    ...Object.values(steps).flatMap((all) => all.flatMap(({ exchanges }) => exchanges.map(asGathered))),
  ]
}

function asGathered({ result: text, ...rest }: ToolExchange): GatheredResult {
  return { ...rest, text }
}

/** To the last of these words in the first line: a file may have them in its name. */
const READ = /^(.+)(?:, (?:lines|pages) \d+-\d+ of \d+, hash |, empty, hash | is above as it is now \()/

/** The file that was read, and how its hash begins. */
export function readHash({ tool, text }: GatheredResult): readonly (readonly [path: string, hash: string])[] {
  const [, path] = (tool === 'read' && READ.exec(text)) || []
  const [, hash] = /^.+, hash ([0-9a-f]{12,64})$/m.exec(text.split('\n', 1)[0] ?? '') ?? []
  return path === undefined || hash === undefined ? [] : [[path, hash]]
}

/** The files that a result shows, by what the tools themselves write around their words, which cannot look like it. */
export function broughtPaths({ tool, text, hits = [] }: GatheredResult): readonly string[] {
  const found = hits.map(({ key }) => key)
  switch (tool) {
    case 'read': {
      const [, path] = READ.exec(text) ?? []
      return path === undefined ? found : [...found, path]
    }
    case 'grep':
      return [...found, ...text.split('\n').filter((line) => !/^(?:\d+[:-] |--$|\[)/.test(line))]
    default:
      return found
  }
}
