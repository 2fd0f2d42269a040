import type { Readable } from 'node:stream'

/** Blob storage by key, which is a relative path: a folder of this machine, or a bucket that several servers share. */
export interface Blobs {
  /** Id of the storage, equal for all servers that share it. */
  id: string
  /** Moves a local file to `key`; durable when this resolves. The file must be in `incoming`. */
  keep(localFile: string, key: string): Promise<void>
  /** Reads all bytes or a range; `end` is inclusive. The stream fails with `ENOENT` for an unknown key. */
  read(key: string, range?: { start: number; end: number }): Readable
  /** Does nothing for an unknown key. */
  remove(key: string): Promise<void>
  removeFolder(folder: string): Promise<void>
  /** Subfolders of `folder`, with the time of the last write to each. */
  folders(folder: string): Promise<{ name: string; writtenAt: Date }[]>
  /** Local folder for incomplete uploads. */
  incoming: string
  /** Null where only servers reach the storage. */
  direct: DirectAccess | null
}

/** Access of browsers and reporters to a bucket, by addresses that a server signs. */
export interface DirectAccess {
  /** Origin of the addresses. */
  origin: string
  /** Resolves with an address from which the blob can be read without credentials for a while. Fails with `ENOENT` for an unknown key. */
  addressOf(key: string, options: AddressOptions): Promise<string>
  /**
   * Writes to `key`, and removes it. Resolves with the reason why reporters must not write to this bucket, or null. Some storages accept headers
   * that nobody signed: with `x-amz-copy-source`, a reporter could copy and then read each object that the key of the server reads.
   */
  uploadRisk(key: string): Promise<string | null>
  /** Resolves with a PUT request that writes this content, and no other, to `key` without credentials for a while. */
  uploadRequestOf(key: string, content: Content, seconds: number): Promise<UploadRequest>
  /**
   * Resolves with the size and hash that the bucket has computed; null if it computes no hash, or the object has a content encoding. Fails
   * with `ENOENT` for an unknown key.
   */
  contentOf(key: string): Promise<Content | null>
  /** Copies an object of at most 5 GB without its headers. Fails with `ENOENT` for an unknown key. */
  copy(from: string, to: string): Promise<void>
}

/** `sha256`: in hexadecimal. */
export interface Content {
  sizeBytes: number
  sha256: string
}

/** Besides `headers`, the request needs the content length. */
export interface UploadRequest {
  url: string
  headers: Record<string, string>
}

/** Lifetime of an address, and headers of its answer. */
export interface AddressOptions {
  seconds: number
  contentType: string
  contentDisposition: string
  cacheControl: string
}
