import type { Rolldown } from 'vite'

export type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } }

/** Returns the chunk that holds a module and all chunks that it imports statically. Throws when no chunk holds the module. */
export const closureOf = (bundle: Rolldown.OutputBundle, module: string): Chunk[] => {
  const chunks = Object.values(bundle).filter((one): one is Chunk => one.type === 'chunk')
  const isOf = ({ moduleIds, facadeModuleId }: Chunk) =>
    facadeModuleId?.endsWith(`/${module}`) === true || moduleIds.some((id) => id.endsWith(`/${module}`))
  const found = new Set<Chunk>()
  const follow = (chunk: Chunk | undefined) => {
    if (chunk === undefined || found.has(chunk)) return
    found.add(chunk)
    for (const name of chunk.imports) follow(chunks.find(({ fileName }) => fileName === name))
  }
  follow(chunks.find(isOf))
  if (found.size === 0) throw new Error(`${module} is in no chunk`)
  return [...found]
}
