const ADDRESSES = ['ANTHROPIC_BASE_URL', 'OPENAI_BASE_URL']

/**
 * An address that is set to nothing, as in a file of settings with no value filled in, counts as not set. The packages
 * of these providers read it themselves when they are loaded, and refuse to be where it is empty.
 */
export function dropEmptyAddresses(environment: NodeJS.ProcessEnv): void {
  for (const name of ADDRESSES) if (environment[name]?.trim() === '') delete environment[name]
}
