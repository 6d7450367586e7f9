import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { printRequests } from '../testing/edge-cases/print-requests.ts'

const SCRIPT = `
import { printRequests } from ${JSON.stringify(new URL('../testing/edge-cases/print-requests.ts', import.meta.url).href)}
console.log(new Date(0).getHours() + '\\n' + printRequests())
`

test.each([
  ['UTC', 'C'],
  ['Asia/Kathmandu', 'tr_TR.UTF-8'],
  ['America/St_Johns', 'sv_SE.UTF-8'],
])('[L-1] time zone %s and language %s give the same bytes', (timeZone, language) => {
  const output = execFileSync(process.execPath, ['--input-type=module-typescript', '--eval', SCRIPT], {
    encoding: 'utf8',
    env: { ...process.env, TZ: timeZone, LANG: language, LC_ALL: language, NODE_OPTIONS: '' },
  })
  const [hours, ...requests] = output.split('\n')
  expect(hours).toBe(String(hoursAt(timeZone)))
  expect(requests.join('\n')).toBe(`${printRequests()}\n`)
})

/** Verifies that the other process really uses another time zone. */
function hoursAt(timeZone: string): number {
  const options = { timeZone, hour: 'numeric', hourCycle: 'h23' } as const
  return Number(new Intl.DateTimeFormat('en', options).format(0))
}
