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
  else await context.output.write(describeAll(text, findings))
}

function shortened({ type, start, end, severity, confidence }: Finding): object {
  return { type, start, end, severity, confidence }
}

/** A line for each finding. They come in order of place, so that lines are counted once and not for each of them. */
function describeAll(text: string, findings: readonly Finding[]): string {
  let described = ''
  let line = 1
  let lineStart = 0
  for (const { type, start, end, severity, confidence } of findings) {
    for (let next = text.indexOf('\n', lineStart); next >= 0 && next < start; ) {
      line += 1
      lineStart = next + 1
      next = text.indexOf('\n', lineStart)
    }
    const masked = maskValue(type, text.slice(start, end)).replaceAll('\n', ' ')
    const place = `${line}:${start - lineStart + 1}`
    described += `${place}  ${severity}  ${type}  ${Math.round(confidence * 100)} %  ${masked}\n`
  }
  return described
}
