import { createContext, useContext } from 'react'

/** Addresses in this tab of pictures that are on this device, by their address on the server. */
export const HeldPictures = createContext<ReadonlyMap<string, string>>(new Map())

/** Returns where a picture is read from: this device if it is here, the server otherwise. */
export const usePictureSource = (address: string): string => useContext(HeldPictures).get(address) ?? address
