/** The session's video. While it plays, the steps and the log can follow it. */
import { useEffect, useRef, useState } from 'react'
import type { Artifact } from '../../../contract/launches/launches.ts'
import { Switch } from '../../ui/controls/switch.tsx'
import styles from './test-video.module.css'

export type TestVideoProps = {
  video: Artifact
  /** Epoch ms of the video's first frame. */
  startsAt: number
  /** Seek target in epoch ms; a new object for each seek. */
  seek: { at: number } | null
  onPlaying: (at: number | null) => void
}

export function TestVideo({ video, startsAt, seek, onPlaying }: TestVideoProps) {
  const player = useRef<HTMLVideoElement>(null)
  const [follows, setFollows] = useState(true)
  useEffect(() => {
    if (seek !== null && player.current !== null) player.current.currentTime = Math.max(0, (seek.at - startsAt) / 1000)
  }, [seek, startsAt])
  return (
    <figure className={styles.player}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a screen recording without sound */}
      <video
        ref={player}
        src={video.url}
        controls
        preload="metadata"
        onTimeUpdate={(event) => {
          if (follows && !event.currentTarget.paused) onPlaying(startsAt + event.currentTarget.currentTime * 1000)
        }}
        onEnded={() => onPlaying(null)}
      />
      <figcaption>
        <span>{video.name}</span>
        <Switch
          checked={follows}
          onCheckedChange={(isOn) => {
            setFollows(isOn)
            if (!isOn) onPlaying(null)
          }}
        >
          Steps and log follow the video
        </Switch>
      </figcaption>
    </figure>
  )
}
