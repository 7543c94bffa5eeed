/** Pixels of the longer side: logos are small, and their bytes are limited. */
const longest = 512;
/** Characters of a data URL up to which an image stays a PNG, without any loss. */
const longestUrl = 120_000;

/** The image of a file as a data URL, not larger than pages need it; null if it is no image. */
export async function scaledImage(file: File): Promise<string | null> {
  const bitmap = await imageOf(file);
  if (!bitmap) return null;
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const png = canvas.toDataURL('image/png');
  return png.length <= longestUrl ? png : canvas.toDataURL('image/webp', 0.9);
}

async function imageOf(file: File): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file);
  } catch {
    return null;
  }
}
