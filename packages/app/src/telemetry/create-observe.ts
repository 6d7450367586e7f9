import { toolNamed } from '../tools/tools.ts'
import type { AppEvent, Observer } from './app-event.ts'

/** An observer that cannot harm: what it throws is reported once and changes nothing else. */
export function createObserve(observer: Observer | undefined, report: (message: string) => void): Observer {
  if (!observer) return () => undefined
  let isReported = false
  return (event) => {
    try {
      observer(inClosedWords(event))
    } catch (error) {
      if (isReported) return
      isReported = true
      report(`Something that watches over Varve failed; this is said once. ${String(error)}`)
    }
  }
}

/** Names of tools that a model made up, or that an MCP server gave, are the words of others: they are not told on. */
function inClosedWords(event: AppEvent): AppEvent {
  if (event.kind !== 'tool-ran' || toolNamed(event.tool)) return event
  return { ...event, tool: 'other' }
}
