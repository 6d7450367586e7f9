import { type Finding, maskValue, RULE_VERSION, scanText } from '@varve/app'
import type { CommandContext } from '../command-context.ts'
import { type GuardScanOptions, readScan, runGuardLines } from './guard-input.ts'

/** `varve scan`: private data in a text, by place; values are masked. With `--jsonl`, one answer for each line. */
export async function scanCommand(
  words: readonly string[],
  options: GuardScanOptions,
  context: CommandContext,
): Promise<void> {
  if (options.jsonl)
    return runGuardLines(words, options, context, {
      done: 'scanned',
      answer: (line, how) => ({ findings: scanText(line, how).map(shortened) }),
    })
  const { text, how } = await readScan(words, options, context)
  const findings = scanText(text, how)
  if (options.json) {
    await context.output.write(`${JSON.stringify({ ruleVersion: RULE_VERSION, findings })}\n`)
    return
  }
  if (findings.length === 0) context.report('Nothing was found. No scanner finds everything.')
  for (const finding of findings) await context.output.write(`${describe(text, finding)}\n`)
}

function shortened({ type, start, end, severity, confidence }: Finding): object {
  return { type, start, end, severity, confidence }
}

function describe(text: string, { type, start, end, severity, confidence }: Finding): string {
  const before = text.slice(0, start)
  const line = before.split('\n').length
  const column = start - (before.lastIndexOf('\n') + 1) + 1
  const masked = maskValue(type, text.slice(start, end)).replaceAll('\n', ' ')
  return `${line}:${column}  ${severity}  ${type}  ${Math.round(confidence * 100)} %  ${masked}`
}
