import { saveFile } from '../../ui/save-file.ts'
import type { Guide } from './guides/guide.ts'

/** Downloads the sample project as an archive with a root folder. */
export const saveSample = async ({ folder, files }: NonNullable<Guide['sample']>): Promise<void> => {
  const { strToU8, zipSync } = await import('fflate')
  const entries = Object.entries(files).map(([path, content]) => [`${folder}/${path}`, strToU8(content)] as const)
  saveFile(new Blob([zipSync(Object.fromEntries(entries))], { type: 'application/zip' }), `${folder}.zip`)
}
