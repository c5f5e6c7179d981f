import type { Api } from '../api/api.ts';
import { useKitText } from '../language/i18n.ts';
import { useQuery } from '../query.ts';
import { PICTURE_TYPES, type UploadedFile } from './media-files.ts';

interface FileDocument {
  model: { id: string; name: string; type: string; fileBlob: string };
}

const keyOf = (uid: string) => ['media', 'picture', uid];

/** Returns a data URL that holds the picture. The type is always a picture type. */
export const pictureUrl = (type: string, fileBlob: string): string => `data:${PICTURE_TYPES.includes(type) ? type : 'image/jpeg'};base64,${fileBlob}`;

/** Returns the query key and data of a picture that has just been uploaded, so that it need not be fetched. */
export const uploadedPicture = ({ uid, data }: UploadedFile): [string[], string] | undefined =>
  data ? [keyOf(uid), pictureUrl('image/jpeg', data)] : undefined;

/** A stored picture, by its uid. It says when it is loading, and when there is no picture. */
export function Picture({ api, uid, alt, className }: { api: Api; uid: string; alt: string; className: string }) {
  const text = useKitText();
  const picture = useQuery({
    queryKey: keyOf(uid),
    queryFn: async ({ signal }) => {
      const { model } = await api.get<FileDocument>(`/v1/photo/${encodeURIComponent(uid)}/document`, { signal });
      return pictureUrl(model.type, model.fileBlob);
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <div className={className} aria-busy={picture.isPending}>
      {picture.data ? <img src={picture.data} alt={alt} /> : <p role="status">{text(picture.isPending ? 'media.working' : 'media.notFound')}</p>}
    </div>
  );
}
