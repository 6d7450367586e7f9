import type { GatheredResult, State } from '@varve/engine'
import { restoreText } from '@varve/guard'
import type { AnswerJob } from '../answer/answer-job.ts'
import { originalOf } from '../guard/original-of.ts'
import { broughtPaths, broughtResults } from './brought-paths.ts'
import type { ToolStepRecord } from './tool-step.ts'

/** Where something comes from that a model lists as its source. */
export type CitedPlace =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'page'; readonly url: string }

/**
 * What a model can have seen: what is kept, what was found or read in this conversation, what this answer changed.
 * What it lists beyond that it has made up. Undefined for that.
 */
export function citablePlaces(
  { open }: AnswerJob,
  steps: readonly ToolStepRecord[],
): (listed: string) => CitedPlace | undefined {
  const { state, redaction } = open
  const restore = (words: string): string => restoreText(words, redaction.state.values).normalize('NFC')
  const results = resultsOf(state)
  const files = new Set(
    [
      ...[...state.library].flatMap(({ artifact }) => [artifact.key, originalOf(artifact).path]),
      ...(state.open?.attached ?? []).flatMap(({ artifact }) => [artifact.key, originalOf(artifact).path]),
      ...results.flatMap(broughtPaths),
      ...steps.flatMap(({ calls }) => calls.flatMap(({ changes = [] }) => changes.map(({ path }) => path))),
    ].map(restore),
  )
  const pages = results
    .filter(({ tool }) => tool === 'fetchUrl' || tool === 'webSearch')
    .map(({ arguments: args, text }) => restore(`${args}\n${text}`))
  return (listed) => {
    const name = restore(listed).replace(/^\.\//, '')
    const path = [name, `${name}.md`].find((one) => files.has(one))
    if (path !== undefined) return { kind: 'file', path }
    const isPage = /^https?:\/\/[^\s<>()]+$/.test(name) && pages.some((text) => text.includes(name))
    return isPage ? { kind: 'page', url: name } : undefined
  }
}

/** Everything that tools brought, in this turn and before it. */
function resultsOf({ history, open }: State): readonly GatheredResult[] {
  return [...history, ...(open ? [open] : [])].flatMap(broughtResults)
}
