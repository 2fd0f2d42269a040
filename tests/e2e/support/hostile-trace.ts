import { strToU8, zipSync } from 'fflate'

/**
 * A trace whose snapshot attempts to run scripts in the application's page, and to reach addresses: `outside` by a frame, `inside` as pictures,
 * style sheets and frames. A script that runs adds the name of its way to `top.ranScripts`.
 */
export const hostileTrace = (addresses: { outside: string; inside: string }): Uint8Array<ArrayBuffer> => {
  const script = (way: string) => `top.ranScripts = [...(top.ranScripts ?? []), '${way}']`
  const page = (way: string) => `<!doctype html><script>${script(way)}</script>`
  const markup = (way: string) => `<img src=x onerror="${script(way)}">`
  const snapshotFrame = (src: string) => ['IFRAME', { __playwright_src__: src }]
  const body = [
    ['H1', {}, 'Hostile page'],
    ['SCRIPT', {}, script('script element')],
    ['IMG', { src: 'x:', onerror: script('event handler') }],
    ['IFRAME', { srcdoc: page('srcdoc') }],
    ['IFRAME', { src: `javascript:${script('javascript address')}` }],
    snapshotFrame('/file/page.html'),
    snapshotFrame('/../projects'),
    ['OBJECT', { data: '/trace-viewer/file/page.html' }],
    ['EMBED', { src: '/trace-viewer/file/picture.svg' }],
    ['SVG', { onload: script('svg') }],
    ['SCRIPT', { src: '/trace-viewer/file/script.js' }],
    ['IMG', { src: addresses.inside }],
    ['LINK', { rel: 'stylesheet', href: addresses.inside }],
    // The viewer writes names of elements and attributes as they are.
    [`IMG src=x onerror="${script('name of an element')}"`, {}],
    ['DIV', { [`x><script>${script('name of an attribute')}</script><b`]: '' }],
    [`IFRAME src="${addresses.inside}"`, {}],
    [`IFRAME src="${addresses.outside}"`, {}],
    ['H2', {}, 'End of the page'],
  ]
  const snapshot = (phase: string, timestamp: number) => ({
    type: 'frame-snapshot',
    snapshot: {
      callId: 'call@1',
      phase,
      pageId: 'page@1',
      frameId: 'frame@1',
      frameUrl: 'https://shop.test/',
      html: ['HTML', {}, ['HEAD', {}], ['BODY', {}, ...body]],
      viewport: { width: 800, height: 600 },
      timestamp,
      wallTime: Date.now(),
      resourceOverrides: [],
      isMainFrame: true,
    },
  })
  const attached = ['page.html', 'picture.svg'].map((file) => ({
    name: file,
    contentType: 'text/html',
    file,
    sha1: file,
  }))
  const lines = [
    {
      version: 10,
      type: 'context-options',
      origin: 'library',
      browserName: 'chromium',
      playwrightVersion: '1.65.1',
      options: { viewport: { width: 800, height: 600 } },
      wallTime: Date.now(),
      monotonicTime: 1,
      sdkLanguage: 'javascript',
      title: markup('title'),
    },
    {
      type: 'before',
      callId: 'call@1',
      startTime: 10,
      title: `Opens the page ${markup('action')}`,
      class: 'Frame',
      method: 'goto',
      params: { url: `javascript:${script('parameter')}` },
      pageId: 'page@1',
    },
    snapshot('before', 11),
    { type: 'log', callId: 'call@1', time: 15, message: markup('log') },
    snapshot('after', 20),
    {
      type: 'after',
      callId: 'call@1',
      endTime: 30,
      error: { name: 'Error', message: markup('error') },
      attachments: attached,
    },
  ]
  return zipSync({
    'trace.trace': strToU8(lines.map((line) => JSON.stringify(line)).join('\n')),
    'trace.network': strToU8(''),
    'page.html': strToU8(page('attached page')),
    'picture.svg': strToU8(
      `<svg xmlns="http://www.w3.org/2000/svg"><script>${script('attached picture')}</script></svg>`,
    ),
    'script.js': strToU8(script('attached script')),
  }) as Uint8Array<ArrayBuffer>
}
