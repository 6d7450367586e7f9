import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readYaml, readPlainFrontMatter } from './front-matter.ts'

const PACKS = fileURLToPath(new URL('../packs/', import.meta.url))

function shippedBlocks(): readonly string[] {
  return readdirSync(PACKS).flatMap((pack) =>
    readdirSync(join(PACKS, pack)).map((name) => {
      const text = readFileSync(join(PACKS, pack, name), 'utf8')
      return text.slice('---\n'.length, text.indexOf('\n---', 1))
    }),
  )
}

test('what comes with the product is read without the parser of YAML', () => {
  const left = shippedBlocks().filter((block) => !readPlainFrontMatter(block, 2))
  expect(left).toEqual([])
})

/** One below the other; `␤` is the end of a line, `␠` a blank, `␉` a tab. */
const TOKENS = `id
name
terms
en
null
true
no
word of it
l'eau
a-b
"a b"
"a * b"
""
"\\n"
'x'
:␠
:␠
:␠
:
,␠
,␠
,
{
{
}
}
[
]
␠
␤
␤
␤␠␠
␤␠␠
␤␠␠␠␠
␤␤
␉
#
␠#␠x
-
-␠a
5
5
07
1.5
1e3
0x1
~
&a
*a
|
>
?␠
!!str␠
%
@
<<
---
é
日本
\u2028
\ufeff`
  .split('\n')
  .map((token) => token.replaceAll('␤', '\n').replaceAll('␠', ' ').replaceAll('␉', '\t'))
/** Of a form that is read, so that most changes to it still are. */
const LIKELY = fc.constantFrom(
  'id: tax\nname: { en: "Tax law", fr: impôt }\nlanguages: [en, fr]',
  'terms:\n  en: {\n    tax: 5, "tax * return": 3,\n    vat: 2\n  }\n  fr: {\n    impôt: 5\n  }\npack: practice',
  'negatives:\n  en: [\n    "tax free", duty\n  ]\nterms: [a, b]\nmore: { a: { b: [c] } }',
)
const changed = fc
  .tuple(LIKELY, fc.nat(), fc.nat({ max: 3 }), fc.constantFrom('', '', ...TOKENS))
  .map(([text, place, removed, token]) => {
    const at = place % (text.length + 1)
    return text.slice(0, at) + token + text.slice(at + removed)
  })
const made = fc.array(fc.constantFrom(...TOKENS), { maxLength: 14 }).map((tokens) => tokens.join(''))

test('whatever is read is what the parser of YAML reads', () => {
  fc.assert(
    fc.property(fc.oneof(changed, made), (block) => {
      const entries = readPlainFrontMatter(block, 2)
      if (entries) expect(readYaml(block, 2)).toEqual({ kind: 'read', entries })
    }),
    { numRuns: 4_000 },
  )
  const [first = ''] = shippedBlocks()
  expect(readYaml(first, 2)).toEqual({ kind: 'read', entries: readPlainFrontMatter(first, 2) })
})
