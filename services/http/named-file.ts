/** A downloaded file with the server's name. */
export interface NamedFile {
  file: Blob
  name: string
}

/** `fallback`: name when the answer has none. */
export const namedFileOf = async (response: Response, fallback: string): Promise<NamedFile> => {
  const given = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return { file: await response.blob(), name: given === undefined ? fallback : decodeURIComponent(given) }
}
