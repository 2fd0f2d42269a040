import { createContext, useContext } from 'react'

/** Object URLs of pictures on this device, by their URL on the server. */
export const HeldPictures = createContext<ReadonlyMap<string, string>>(new Map())

/** Returns a picture's URL: on this device if it is stored here, else on the server. */
export const usePictureSource = (address: string): string => useContext(HeldPictures).get(address) ?? address
