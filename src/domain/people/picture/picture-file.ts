/** A picture without anything but what is needed to draw it. */
export interface PictureFile {
  /** Media type, by the first bytes. */
  type: 'image/png' | 'image/jpeg' | 'image/webp';
  /** Pixels. */
  width: number;
  height: number;
  bytes: Buffer<ArrayBuffer>;
}
