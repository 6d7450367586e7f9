import {
  type Finding,
  findingsFrom,
  maskValue,
  RULE_VERSION,
  type ScanOptions,
  scanText,
  type Severity,
} from '@varve/app'
import { CliError } from '../cli-error.ts'
import type { CommandContext } from '../command-context.ts'
import { type GuardScanOptions, readScan, runGuardLines } from './guard-input.ts'

export interface ScanCommandOptions extends GuardScanOptions {
  /** How grave a finding has to be for the command to fail. */
  readonly failOn?: Severity
}

/** `varve scan`: private data in a text, by place; values are masked. With `--jsonl`, one answer for each line. */
export async function scanCommand(
  words: readonly string[],
  options: ScanCommandOptions,
  context: CommandContext,
): Promise<void> {
  let grave = 0
  const scan = (text: string, how: ScanOptions): readonly Finding[] => {
    const findings = scanText(text, how)
    if (options.failOn) grave += findingsFrom(options.failOn, findings).length
    return findings
  }
  if (options.jsonl) {
    const answer = (line: string, how: ScanOptions): object => ({ findings: scan(line, how).map(shortened) })
    await runGuardLines(words, options, context, { done: 'scanned', answer })
  } else await scanOnce(scan, words, options, context)
  if (grave > 0)
    throw new CliError(
      'private-found',
      `${grave} of the findings ${grave === 1 ? 'is' : 'are'} ${options.failOn === 'critical' ? 'critical' : `${options.failOn} or graver`}.`,
    )
}

async function scanOnce(
  scan: (text: string, how: ScanOptions) => readonly Finding[],
  words: readonly string[],
  options: ScanCommandOptions,
  context: CommandContext,
): Promise<void> {
  const { text, how } = await readScan(words, options, context)
  const findings = scan(text, how)
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
