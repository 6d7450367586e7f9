import type { GatheredResult, State, ToolExchange } from '@varve/engine'

type TurnRecord = NonNullable<State['open']>

/** Everything that tools brought in one turn, whichever of its answers called them. */
export function broughtResults({ gathered, steps }: TurnRecord): readonly GatheredResult[] {
  return [
    ...gathered,
    ...Object.values(steps).flatMap((all) => all.flatMap(({ exchanges }) => exchanges.map(asGathered))),
  ]
}

function asGathered({ result: text, ...rest }: ToolExchange): GatheredResult {
  return { ...rest, text }
}

/** The files that a result shows, by what the tools themselves write around their words, which cannot look like it. */
export function broughtPaths({ tool, text, hits = [] }: GatheredResult): readonly string[] {
  const found = hits.map(({ key }) => key)
  switch (tool) {
    case 'read': {
      const [, path] = /^(.+?)(?:, lines \d|, empty| stands above as it is now)/.exec(text) ?? []
      return path === undefined ? found : [...found, path]
    }
    case 'grep':
      return [...found, ...text.split('\n').filter((line) => !/^(?:\d+[:-] |--$|\[)/.test(line))]
    default:
      return found
  }
}
