/** The documentation as its navigation shows it. Every page in `docs` is in here, or is a decision record. */
export interface Section {
  readonly title: string
  /** Paths in `docs`, without `.md`. */
  readonly pages: readonly string[]
}

export const SECTIONS: readonly Section[] = [
  { title: 'Begin', pages: ['index', 'start', 'tutorial', 'faq'] },
  {
    title: 'Concepts',
    pages: [
      'concepts/layers',
      'concepts/epochs',
      'concepts/freshness',
      'concepts/budget',
      'concepts/guard',
      'composer',
    ],
  },
  {
    title: 'How to',
    pages: [
      'how-to/obsidian',
      'how-to/local-models',
      'how-to/models',
      'how-to/several-models',
      'how-to/agents',
      'mcp',
      'how-to/library',
      'how-to/ci',
      'how-to/postgresql',
      'how-to/backup',
      'self-hosting',
      'how-to/service',
      'scale',
      'operations',
    ],
  },
  {
    title: 'Reference',
    pages: [
      'reference/cli',
      'api',
      'reference/http',
      'settings',
      'reference/environment',
      'reference/formats',
      'reference/private-data',
      'reference/notices',
      'reference/rules',
    ],
  },
  { title: 'Background', pages: ['security', 'comparison', 'benchmarks', 'upgrade'] },
]
