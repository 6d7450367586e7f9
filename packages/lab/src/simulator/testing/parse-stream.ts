import type { JsonObject } from '@varve/providers'

/** The events of a stream in the form that browsers read, the end mark left out. */
export function parseEvents(text: string): readonly JsonObject[] {
  return [...text.matchAll(/^data: (.*)$/gm)]
    .map(([, data = '']) => data)
    .filter((data) => data !== '[DONE]')
    .map(parseObject)
}

/** The objects of a stream with one on each line. */
export function parseLines(text: string): readonly JsonObject[] {
  return text.trimEnd().split('\n').map(parseObject)
}

function parseObject(json: string): JsonObject {
  return JSON.parse(json)
}
