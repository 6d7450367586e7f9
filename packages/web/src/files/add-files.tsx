import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { adviseOn } from '../api/web-error.ts'
import { Button } from '../parts/button.tsx'
import { countOf } from '../view-model/text/describe-many.ts'
import { useActions } from '../workbench/actions.ts'

/** Puts files of this machine into a workspace that has no folder to put them in. None is overwritten. */
export function AddFiles() {
  const client = useQueryClient()
  const { say } = useActions()
  const input = useRef<HTMLInputElement>(null)
  const add = useMutation({
    // Each by itself: one that is refused keeps none of the others out.
    mutationFn: async (files: readonly File[]) => {
      const refused: string[] = []
      for (const file of files)
        await routes.addFile(file).catch((error: unknown) => refused.push(whyNot(file, error)))
      return { added: files.length - refused.length, refused }
    },
    onSuccess: ({ added, refused }) => {
      const done = added === 0 ? '' : `Added ${countOf(added, 'file')}.`
      if (refused.length === 0) return say({ tone: 'info', text: done })
      const not = `Not added: ${countOf(refused.length, 'file')}.`
      return say({ tone: 'error', text: [done, not, ...refused].filter((part) => part !== '').join(' ') })
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.files }),
  })
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to add"
        onChange={({ target }) => {
          if (target.files?.length) add.mutate([...target.files])
          // The same file may be chosen again after it was changed.
          target.value = ''
        }}
      />
      <Button small disabled={add.isPending} onClick={() => input.current?.click()}>
        {add.isPending ? 'Adding…' : 'Add files…'}
      </Button>
    </>
  )
}

/** The server names the file in most of what it says. */
function whyNot({ name }: File, error: unknown): string {
  const { what } = adviseOn(error)
  return what.includes(name) ? what : `“${name}”: ${what}`
}
