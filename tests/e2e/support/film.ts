import type { Page } from '@playwright/test'

/** Records two seconds of changing colour in the browser itself. Resolves with a WebM file. */
export const film = async (page: Page): Promise<Buffer> =>
  Buffer.from(
    await page.evaluate(async () => {
      const canvas = document.createElement('canvas')
      const pen = canvas.getContext('2d')
      const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm;codecs=vp8' })
      const parts: Blob[] = []
      recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
      const whole = new Promise((resolve) => recorder.addEventListener('stop', resolve))
      recorder.start()
      const begun = performance.now()
      const draw = () => {
        const spent = performance.now() - begun
        if (spent > 2000) return recorder.stop()
        if (pen) pen.fillStyle = `hsl(${spent / 10} 80% 50%)`
        pen?.fillRect(0, 0, canvas.width, canvas.height)
        requestAnimationFrame(draw)
      }
      draw()
      await whole
      return [...new Uint8Array(await new Blob(parts).arrayBuffer())]
    }),
  )
