import type { LanguageRegistration, ThemeRegistration } from '@shikijs/core'

/** Pieces of a line, each with the kind of its look; empty for plain text. */
export type ColouredLine = readonly (readonly [text: string, kind: string])[]

type Load = () => Promise<{ readonly default: LanguageRegistration[] }>

/** Grammars by the name a fence has for them; each is a file of its own, loaded when a block names it. */
export const LANGUAGES: Readonly<Record<string, Load>> = {
  bash: () => import('@shikijs/langs/shellscript'),
  c: () => import('@shikijs/langs/c'),
  clojure: () => import('@shikijs/langs/clojure'),
  cpp: () => import('@shikijs/langs/cpp'),
  csharp: () => import('@shikijs/langs/csharp'),
  css: () => import('@shikijs/langs/css'),
  dart: () => import('@shikijs/langs/dart'),
  diff: () => import('@shikijs/langs/diff'),
  dockerfile: () => import('@shikijs/langs/docker'),
  elixir: () => import('@shikijs/langs/elixir'),
  go: () => import('@shikijs/langs/go'),
  graphql: () => import('@shikijs/langs/graphql'),
  haskell: () => import('@shikijs/langs/haskell'),
  hcl: () => import('@shikijs/langs/hcl'),
  html: () => import('@shikijs/langs/html'),
  ini: () => import('@shikijs/langs/ini'),
  java: () => import('@shikijs/langs/java'),
  javascript: () => import('@shikijs/langs/javascript'),
  json: () => import('@shikijs/langs/json'),
  jsonc: () => import('@shikijs/langs/jsonc'),
  jsx: () => import('@shikijs/langs/jsx'),
  kotlin: () => import('@shikijs/langs/kotlin'),
  latex: () => import('@shikijs/langs/latex'),
  lua: () => import('@shikijs/langs/lua'),
  makefile: () => import('@shikijs/langs/make'),
  markdown: () => import('@shikijs/langs/markdown'),
  nginx: () => import('@shikijs/langs/nginx'),
  perl: () => import('@shikijs/langs/perl'),
  php: () => import('@shikijs/langs/php'),
  powershell: () => import('@shikijs/langs/powershell'),
  proto: () => import('@shikijs/langs/proto'),
  python: () => import('@shikijs/langs/python'),
  r: () => import('@shikijs/langs/r'),
  ruby: () => import('@shikijs/langs/ruby'),
  rust: () => import('@shikijs/langs/rust'),
  scala: () => import('@shikijs/langs/scala'),
  scss: () => import('@shikijs/langs/scss'),
  sql: () => import('@shikijs/langs/sql'),
  swift: () => import('@shikijs/langs/swift'),
  toml: () => import('@shikijs/langs/toml'),
  tsx: () => import('@shikijs/langs/tsx'),
  typescript: () => import('@shikijs/langs/typescript'),
  vue: () => import('@shikijs/langs/vue'),
  xml: () => import('@shikijs/langs/xml'),
  yaml: () => import('@shikijs/langs/yaml'),
  zig: () => import('@shikijs/langs/zig'),
}

export const PLAIN = 'plain'

/** Token kinds become class names; the page's style sheet colours them in both themes. */
export const CODE_THEME = {
  name: 'kinds',
  type: 'light',
  fg: PLAIN,
  bg: PLAIN,
  settings: [
    { settings: { foreground: PLAIN } },
    { scope: ['comment', 'punctuation.definition.comment'], settings: { foreground: 'comment' } },
    { scope: ['string', 'markup.inline.raw', 'constant.other.symbol'], settings: { foreground: 'string' } },
    {
      scope: ['constant.numeric', 'constant.language', 'constant.character', 'variable.language'],
      settings: { foreground: 'constant' },
    },
    {
      scope: ['keyword', 'storage', 'markup.heading', 'entity.name.tag'],
      settings: { foreground: 'keyword' },
    },
    {
      scope: [
        'entity.name.function',
        'support.function',
        'entity.other.attribute-name',
        'meta.object-literal.key',
      ],
      settings: { foreground: 'function' },
    },
    {
      scope: ['entity.name.type', 'entity.name.class', 'support.type', 'support.class'],
      settings: { foreground: 'type' },
    },
    { scope: ['markup.inserted'], settings: { foreground: 'inserted' } },
    { scope: ['markup.deleted'], settings: { foreground: 'deleted' } },
  ],
} satisfies ThemeRegistration
