import type { Candidate } from '../finding.ts'
import { isPlaceholderValue } from './secret-value.ts'

/** What programs are given on a command line: `mysql -pX`, `sshpass -p X`, `curl -u name:X`. */
const COMMANDS: readonly { readonly form: RegExp; readonly programs: RegExp }[] = [
  {
    form: /(?<=\s-p)(["'])([^\s"']{4,64})\1(?=\s|$)/g,
    programs: /(?:^|[\s;|&(])(?:mysql|mysqldump|mysqladmin|mariadb|sshpass|7z|zip|unzip)\s/,
  },
  {
    form: /(?<=\s-p)()([^\s"'=-][^\s"']{5,63})(?=\s|$)/g,
    programs: /(?:^|[\s;|&(])(?:mysql|mysqldump|mysqladmin|mariadb|sshpass)\s/,
  },
  {
    form: /(?<=\s-p )(["']?)([^\s"'-][^\s"']{3,63})\1(?=\s|$)/g,
    programs: /(?:^|[\s;|&(])sshpass\s-p\s$/,
  },
  {
    form: /(?<=\s(?:-u|--user)[ =]["']?[\w.@+-]{1,64}:)()([^\s"':/@][^\s"']{3,63})(?=["'\s]|$)/g,
    programs: /(?:^|[\s;|&(])(?:curl|wget|http|https|xh)\s/,
  },
  {
    form: /(?<=\s-a )(["']?)([^\s"'-][^\s"']{3,63})\1(?=\s|$)/g,
    programs: /(?:^|[\s;|&(])redis-cli\s/,
  },
  {
    form: /(?<=\s-p )(["']?)([^\s"'-][^\s"']{3,63})\1(?=\s|$)/g,
    programs: /(?:^|[\s;|&(])(?:docker|podman|az|oc|helm registry)\slogin\s/,
  },
  { form: /(?<=\secho )(["'])([^\s"']{4,64})\1(?=\s\|\ssudo\s-S)/g, programs: /$/ },
  { form: /(?<=^echo )(["'])([^\s"']{4,64})\1(?=\s\|\ssudo\s-S)/gm, programs: /$/ },
  { form: /(?<=\bIDENTIFIED BY )(["'])([^\s"']{4,64})\1/gi, programs: /$/ },
]
const LONGEST_LINE = 128

/** Passwords among the options of programs. */
export function findInCommands(text: string): readonly Candidate[] {
  const found: Candidate[] = []
  for (const { form, programs } of COMMANDS)
    for (const match of text.matchAll(form)) {
      const value = match[2] ?? ''
      const line = text.slice(Math.max(0, match.index - LONGEST_LINE), match.index)
      const command = line.slice(line.lastIndexOf('\n') + 1)
      if (!programs.test(command) || isPlaceholderValue(value)) continue
      const start = match.index + (match[1] ?? '').length
      found.push({ start, end: start + value.length, confidence: 0.8 })
    }
  return found
}
