import { importProject, ImportProjectLine, type ImportedProject } from '../../contract/projects/archives.ts'
import { outcomeOf, createRawCall } from '../http/raw-call.ts'
import type { TokenSource } from '../http/renewing.ts'

export interface ProjectImport {
  file: Blob
  /** Empty for those of the archive. */
  name: string
  key: string
}

/** Returns a function that sends an archive and resolves with the new project. `signal` stops the import while the archive is being sent. */
export const createProjectImport = (
  session: TokenSource,
  fetch: (address: string, init: RequestInit) => Promise<Response>,
) => {
  const post = createRawCall(session, fetch)
  return async (
    { file, name, key }: ProjectImport,
    onProgress: (progress: { phase: 'checking' | 'writing'; done: number; total: number }) => void,
    signal: AbortSignal,
  ): Promise<ImportedProject> => {
    const response = await post(`${importProject.path}?${new URLSearchParams({ name, key }).toString()}`, {
      body: file,
      headers: { 'content-type': 'application/octet-stream' },
      signal,
    })
    return outcomeOf(response, ImportProjectLine, onProgress, signal)
  }
}
