/** A size: `842 B`, `12.4 kB`, `1.9 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes}\u00a0B`
  if (bytes < 999_950) return `${(bytes / 1_000).toFixed(1).replace(/\.0$/, '')}\u00a0kB`
  return `${(bytes / 1_000_000).toFixed(1).replace(/\.0$/, '')}\u00a0MB`
}
